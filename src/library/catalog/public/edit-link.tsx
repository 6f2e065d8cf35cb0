import { Pencil } from 'lucide-react';
import { Link } from 'react-router';
import { buttonStyles } from '#ui/button.tsx';
import * as common from '#ui/words/messages.ts';

/** Links the page of an item to its editor. */
export const EditLink = ({ collection, id }: { collection: 'prompts' | 'playbooks'; id: string }) => (
  <Link to={`/admin/${collection}?edit=${id}`} className={buttonStyles({ variant: 'quiet', size: 'small' })}>
    <Pencil className="size-4" aria-hidden="true" />
    {common.edit()}
  </Link>
);
