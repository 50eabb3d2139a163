"""The folder of results: database, records, logs, audit."""
