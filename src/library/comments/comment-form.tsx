import { type FormEvent, useState } from 'react';
import { limits } from '#constants';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';

type Props = {
  label: string;
  initial?: string;
  submitLabel: string;
  busyLabel: string;
  /** Whether something else on the section is under way. */
  isBlocked: boolean;
  isFocused?: boolean;
  /** Resolves to whether it was taken; if not, the text stays. */
  onSubmit: (body: string) => Promise<boolean>;
  onCancel?: () => void;
};

/** A comment on its way. What could not be sent stays in the box. */
export function CommentForm(props: Props) {
  const [text, setText] = useState(props.initial ?? '');
  const [isBusy, setIsBusy] = useState(false);
  const isBlank = text.trim() === '';

  async function submit(event: FormEvent) {
    event.preventDefault();
    setIsBusy(true);
    if (await props.onSubmit(text.trim())) setText('');
    setIsBusy(false);
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-3">
      <TextArea
        label={props.label}
        isLabelHidden
        placeholder={props.label}
        value={text}
        maxLength={limits.commentBody}
        autoFocus={props.isFocused}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && props.onCancel?.()}
      />
      <div className="flex gap-2">
        <Button type="submit" size="small" disabled={isBlank || isBusy || props.isBlocked}>
          {isBusy ? props.busyLabel : props.submitLabel}
        </Button>
        {props.onCancel && (
          <Button size="small" variant="quiet" onClick={props.onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
