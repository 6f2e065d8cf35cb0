import { filledTextStyles } from '#library/blanks/public/filled-text.tsx';
import { classNames } from '#ui/class-names.ts';
import { EarlyField, filledWith } from '#ui/early-field.tsx';
import * as common from '#ui/words/messages.ts';
import { EarlyOpenBlanks } from './open-blanks.tsx';

/**
 * The place of a prompt's text, filled in before the app runs, as soon as the text has arrived. `hasForm`: leaves room
 * beside it for the form with its blanks.
 */
export const EarlyPromptBody = ({ hasForm }: { hasForm: boolean }) => (
  <div
    {...filledWith('item')}
    className="group mt-8 rounded-md border border-line bg-surface has-[pre:empty]:border-transparent has-[pre:empty]:bg-transparent"
  >
    <div className="border-b border-line px-5 py-3 group-has-[pre:empty]:hidden">
      <div className="flex min-h-10 items-center justify-between gap-3">
        <h2 className="text-xl">{common.prompt()}</h2>
        <span className="skeleton h-10 w-28 max-md:hidden" />
      </div>
      <EarlyOpenBlanks />
    </div>
    <div className={classNames(hasForm && 'lg:pr-80')}>
      <EarlyField
        as="pre"
        name="item.prompt_body"
        className={classNames(filledTextStyles, 'empty:h-72 empty:p-0')}
      />
    </div>
  </div>
);
