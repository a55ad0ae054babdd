"""Kernels of batches: the same on a processor, where a loop goes through the games, and on a GPU, a thread for each."""
