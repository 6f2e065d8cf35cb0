import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/client/api-client.ts';
import { queryKeys } from '#platform/client/query-keys.ts';
import { keysOf } from '#platform/keys-of.ts';
import { darkQuery } from '#platform/mail/email-look.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmailFrame } from '#ui/overlays/email-frame.tsx';
import { Modal, ModalBody, ModalFooter } from '#ui/overlays/modal.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from './words/messages.ts';

type Look = 'light' | 'dark' | 'text';
const looks: Record<Look, () => string> = { light: m.look_light, dark: m.look_dark, text: m.look_text };

/** The email in the chosen look, regardless of the reader's own. */
const inLook = (html: string, look: Look) =>
  html.replace(darkQuery, look === 'dark' ? '@media all' : '@media not all');

/** The email exactly as recipients get it. */
export function MailingPreview({
  content,
  close,
}: {
  content: { subject: string; body: string };
  close: () => void;
}) {
  const [look, setLook] = useState<Look>('light');
  const { data, error } = useQuery({
    queryKey: queryKeys.admin.mailings.preview(content),
    queryFn: async () => (await api.admin.mailings.preview.$post({ json: content })).json(),
    staleTime: 0,
    retry: false,
  });
  return (
    <Modal title={data?.subject || common.preview()} close={close} isDirty={false}>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-5 py-3 md:px-7">
        <p className="mr-auto text-sm text-muted [overflow-wrap:anywhere]">
          {data && m.from_sender({ sender: data.from })}
        </p>
        <div className="flex flex-wrap gap-2">
          {keysOf(looks).map((name) => (
            <Chip key={name} pressed={look === name} onClick={() => setLook(name)}>
              {looks[name]()}
            </Chip>
          ))}
        </div>
      </div>
      <ModalBody className="">
        {error && <p className="p-5 text-signal md:p-7">{error.message}</p>}
        {!data && !error && <div className="skeleton h-96" role="status" aria-label={common.loading()} />}
        {data &&
          (look === 'text' ? (
            <p className="p-5 [overflow-wrap:anywhere] whitespace-pre-wrap md:p-7">{data.text}</p>
          ) : (
            <EmailFrame key={look} title={common.preview()} html={inLook(data.html, look)} close={close} />
          ))}
      </ModalBody>
      <ModalFooter>
        <Button onClick={close}>{common.done()}</Button>
      </ModalFooter>
    </Modal>
  );
}
