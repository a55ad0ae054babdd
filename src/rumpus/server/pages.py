"""The page itself: files built from web/ that lie in the package. Every address that is no file is the page."""

from mimetypes import guess_type
from pathlib import Path

from litestar import HttpMethod, Response, route
from litestar.datastructures import CacheControlHeader
from litestar.enums import MediaType
from litestar.params import FromPath

from rumpus.server.problems import NotThere

PAGE = Path(__file__).parent / "page"
INDEX = "index.html"
HASHED = "assets/"
"""What lies here has a digest of itself in its name, so it can be kept for ever."""
FOR_EVER = CacheControlHeader(max_age=31_536_000, public=True, immutable=True).to_header()
NEVER = CacheControlHeader(no_cache=True).to_header()
NOT_OF_THE_PAGE = ("api", "schema")
NOT_BUILT = "The page has not been built yet: 'make page' builds it. The API works without it; /schema describes it.\n"


def file_for(path: str) -> Path | None:
    """The file at an address, or the page itself; nothing outside the folder, whatever the address says."""
    wanted = (PAGE / path.lstrip("/")).resolve()
    if wanted.is_relative_to(PAGE.resolve()) and wanted.is_file():
        return wanted
    index = PAGE / INDEX
    return index if index.is_file() and not path.lstrip("/").startswith(HASHED) else None


@route(
    ["/", "/{path:path}"], http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False, sync_to_thread=False
)
def page(path: FromPath[str] = "/") -> Response[bytes]:
    """A question for the head alone is answered alike; the web server leaves the body out."""
    if path.strip("/").partition("/")[0] in NOT_OF_THE_PAGE:
        raise NotThere(f"There is nothing at {path}; /schema says what there is.")
    file = file_for(path) if "\0" not in path else None
    if file is None:
        if (PAGE / INDEX).is_file():
            raise NotThere(f"There is nothing at {path}.")
        return Response(NOT_BUILT.encode(), status_code=503, media_type=MediaType.TEXT)
    is_kept = path.lstrip("/").startswith(HASHED)
    kind = guess_type(file.name)[0] or "application/octet-stream"
    return Response(file.read_bytes(), media_type=kind, headers={"Cache-Control": FOR_EVER if is_kept else NEVER})
