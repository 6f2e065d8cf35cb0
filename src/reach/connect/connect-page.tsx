import { privateMeta } from '#platform/pages/page-meta.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Button } from '#ui/button.tsx';
import { copyWithToast } from '#ui/overlays/copy-with-toast.ts';
import * as common from '#ui/words/messages.ts';
import { ConnectedPrograms } from './connected-programs.tsx';
import * as m from './words/messages.ts';

export const meta = privateMeta(m.connect_your_assistant);

/** How to connect common programs. They ask the member for consent themselves; a key is for those that can't. */
const clients = (address: string) => [
  { name: 'Claude', steps: m.in_claude(), code: address },
  {
    name: 'Claude Code',
    steps: m.run_in_a_terminal(),
    code: `claude mcp add --transport http promptory ${address}`,
  },
  { name: 'ChatGPT', steps: m.in_chatgpt(), code: address },
  {
    name: 'Cursor',
    steps: m.add_to_file({ file: '~/.cursor/mcp.json' }),
    code: `{ "mcpServers": { "promptory": { "url": "${address}" } } }`,
  },
  {
    name: 'VS Code',
    steps: m.run_in_a_terminal(),
    code: `code --add-mcp '{"name":"promptory","type":"http","url":"${address}"}'`,
  },
  {
    name: m.other_programs(),
    steps: m.with_a_key_as_header(),
    code: 'Authorization: Bearer promptory_…',
  },
];

/** How to use the library in an assistant or an editor, and the programs that are connected. */
export default function ConnectPage() {
  const address = typeof location === 'undefined' ? '/mcp' : `${location.origin}/mcp`;
  return (
    <div className="max-w-3xl">
      <BackLink to="/settings">{common.settings()}</BackLink>
      <h1 className="mt-3 text-3xl">{m.connect_your_assistant()}</h1>
      <p className="mt-2 max-w-2xl text-muted">{m.your_assistant_finds_and_fills()}</p>
      <ul className="mt-7 divide-y divide-line border-y border-line">
        {clients(address).map(({ name, steps, code }) => (
          <li key={name} className="py-4">
            <h2 className="font-sans text-base font-semibold">{name}</h2>
            <p className="mt-0.5 text-sm text-muted">{steps}</p>
            <div className="mt-2 flex items-center gap-3">
              <code className="min-w-0 flex-1 rounded-md bg-sunken px-3 py-2 font-mono text-[0.8125rem] [overflow-wrap:anywhere]">
                {code}
              </code>
              <Button
                variant="secondary"
                size="small"
                aria-label={m.copy_for_name({ name })}
                onClick={() => void copyWithToast(code, common.copied(), m.it_couldnt_be_copied())}
              >
                {common.copy()}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <h2 className="mt-10 mb-4 text-xl">{m.connected_programs()}</h2>
      <ConnectedPrograms />
    </div>
  );
}
