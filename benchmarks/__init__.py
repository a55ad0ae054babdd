"""Speed, measured against other libraries and against C: see docs/benchmarks.md."""
