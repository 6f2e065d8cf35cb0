import { codeOf, messageOf } from './error-message.ts';

/** Why a file couldn't be read. Commands often run as an account that can't enter the folder of the person who typed them. */
export function whyUnreadable(path: string, error: unknown): string {
  const code = codeOf(error) ?? '';
  if (code === 'ENOENT') return `There is no file ${path}.`;
  return ['EACCES', 'EPERM'].includes(code)
    ? `This account cannot read ${path}: move it to a folder that the account can enter.`
    : messageOf(error);
}
