import { readFile } from 'node:fs/promises';

const logLines = 8;

/** Explains to the operator why PostgreSQL didn't start, with the end of its log. */
export async function explainStart(cluster: string, logFile: string, cause: unknown): Promise<string> {
  const log = (await readFile(logFile, 'utf8').catch(() => ''))
    .trimEnd()
    .split('\n')
    .slice(-logLines)
    .join('\n');
  return `${explainFailure(cause, log)}\nData directory: ${cluster}\nLast lines of ${logFile}:\n${log}`;
}

/** Explains to the operator why one of PostgreSQL's programs failed, and what to do. */
export function explainFailure(error: unknown, log = ''): string {
  const text = [error, (error as { stderr?: unknown }).stderr, (error as { stdout?: unknown }).stdout, log]
    .filter((part) => part !== undefined)
    .map(String)
    .join('\n');
  if (/No space left|ENOSPC/.test(text))
    return 'PostgreSQL cannot start: the disk is full. Free some space and start again.';
  if (/EEXIST|ENOTDIR/.test(text))
    return 'PostgreSQL cannot start: DATA_DIR is a file, or below one. Set it to a folder.';
  if (/Read-only file system|EROFS/.test(text))
    return 'PostgreSQL cannot start: the disk is read-only. Set DATA_DIR to a folder on a disk that can be written to.';
  if (
    /setpriv(:| ENOENT)/.test(text) ||
    /Permission denied|EACCES|EPERM|could not change directory/.test(text)
  )
    return 'PostgreSQL cannot start: the account it runs as cannot access DATA_DIR. Set DATA_DIR to a folder of that account (for example under /var/lib), or correct the owner with chown.';
  return `The embedded PostgreSQL cannot start. ${text.split('\n').slice(0, 6).join('\n')}`;
}
