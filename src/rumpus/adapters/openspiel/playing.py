"""Games and states as OpenSpiel wants them."""

from collections.abc import Callable, Sequence
from typing import Any

import pyspiel

from rumpus.adapters.openspiel.moments import Table
from rumpus.adapters.openspiel.observer import Observer
from rumpus.adapters.openspiel.parameters import PLACES, Opening, Parameters, opening, specification
from rumpus.core.errors import WrongOption
from rumpus.core.game import Definition
from rumpus.core.rules import CHANCE, OVER
from rumpus.core.view import View, check_viewer

MOST_POINTS = 1000.0
"""Paid or lost where points are paid: generous, as a test checks."""
MOST_CHANCES = 20_000
"""Times that chance acts in a game: generous too."""
BITS = 53
"""Of a number that a sampler gives."""


def short_name(definition: Definition, at_once: bool) -> str:
    return f"python_rumpus_{definition.name}{'_simultaneous' if at_once else ''}"


def game_type(definition: Definition, at_once: bool) -> Any:
    kind, dynamics = pyspiel.GameType, pyspiel.GameType.Dynamics
    information = kind.Information
    fewest, most = definition.seats
    return kind(
        short_name=short_name(definition, at_once),
        long_name=f"{definition.title} (rumpus)",
        dynamics=dynamics.SIMULTANEOUS if at_once else dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.PERFECT_INFORMATION if definition.is_open else information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=specification(definition),
    )


def game_info(opening: Opening) -> Any:
    game, most = opening.game, 1.0 if opening.payoff == PLACES else MOST_POINTS
    return pyspiel.GameInfo(
        num_distinct_actions=game.rules.ACTIONS,
        max_chance_outcomes=game.rules.OUTCOMES,
        num_players=game.seats,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0,
        max_game_length=game.definition.most_decisions,
    )


class TableGame(pyspiel.Game):
    """One of our games, opened. Each that is registered has a class of its own, which says what it is."""

    definition: Definition
    at_once: bool
    """Whether those who choose at once do so in one step."""

    def __init__(self, given: Parameters) -> None:
        opened = opening(self.definition, given)
        super().__init__(game_type(self.definition, self.at_once), game_info(opened), opened.parameters())
        self.table = Table(opened)

    def __reduce__(self) -> tuple[Any, ...]:
        """For other processes and for what is kept on disk, alone or in a policy or a solver."""
        return reopened, (str(self),)

    def new_initial_state(self) -> "TableState":
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        return MOST_CHANCES

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        if params:
            raise WrongOption(f"There are no parameters of an observation, so {', '.join(map(str, params))} cannot be.")
        return Observer(self.table, kind or pyspiel.IIGObservationType(perfect_recall=False))


def reopened(name: str) -> Any:
    """A game by all that its name says. Those of the catalogue are known by now; others have to be registered."""
    return pyspiel.load_game(name)


class TableState(pyspiel.State):
    """A state: OpenSpiel copies and pickles what is in its dictionary, and that is a moment and nothing else."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.moment = game.table.first

    @property
    def table(self) -> Table:
        """The game that this is a state of."""
        found: Table = self.get_game().table
        return found

    def view(self, player: int) -> View:
        """What a player knows, as a view of ours: its `scene()` is the table in words."""
        return self.table.view(self.moment, check_viewer(self.table.game, player))

    def __str__(self) -> str:
        return self.table.text(self.moment.state)

    # Who chooses, and what

    def current_player(self) -> int:
        """The seat that chooses; of several that choose at once the lowest, unless they do so in one step."""
        who = self.moment.who
        if who == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        if who == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        if who & (who - 1) and self.get_game().at_once:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return (who & -who).bit_length() - 1

    def is_terminal(self) -> bool:
        return self.moment.who == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal(self.moment, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.table.chances(self.moment)

    def returns(self) -> list[float]:
        return self.table.payoffs(self.moment)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.table.called(self.moment, player, action)

    # What comes of it

    def _apply_action(self, action: int) -> None:
        seat = CHANCE if self.moment.who == CHANCE else self.current_player()
        self.moment = self.table.after(self.moment, seat, action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        """Every seat that is asked chooses; what is given for the others means nothing."""
        for seat in sorted(self.table.seats(self.moment)):
            self.moment = self.table.after(self.moment, seat, actions[seat])

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "TableState":
        """A state that the player cannot tell from this one; its history stays what it was."""
        twin: TableState = self.clone()
        twin.moment = self.table.resampled(self.moment, player, int(sampler() * 2**BITS))
        return twin
