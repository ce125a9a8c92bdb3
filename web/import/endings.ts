// How the names of files end that may have rows, as a file input wants them.
export const endings = '.csv,.tsv,.tab,.txt,.json,.jsonl,.ndjson';
