// Something to compile the headers for.
