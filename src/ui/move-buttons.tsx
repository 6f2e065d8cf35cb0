import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button } from './button.tsx';
import * as m from './words/messages.ts';

type Props = {
  /** The name of the item. */
  name: string;
  /** 0-based. */
  position: number;
  count: number;
  size?: 'icon' | 'small';
  /** Moves the item to another position. */
  moveTo: (position: number) => void;
};

/** Buttons that move an item of a list up and down. At an end of the list, the button keeps the focus. */
export const MoveButtons = ({ name, position, count, size = 'icon', moveTo }: Props) => (
  <>
    <Button
      variant="quiet"
      size={size}
      aria-label={m.move_name_up({ name })}
      aria-disabled={position === 0}
      onClick={() => position > 0 && moveTo(position - 1)}
    >
      <ArrowUp className="size-4" aria-hidden="true" />
    </Button>
    <Button
      variant="quiet"
      size={size}
      aria-label={m.move_name_down({ name })}
      aria-disabled={position === count - 1}
      onClick={() => position < count - 1 && moveTo(position + 1)}
    >
      <ArrowDown className="size-4" aria-hidden="true" />
    </Button>
  </>
);
