// Made from the catalogs beside it: npm run generate
import { locale } from '#platform/locale.ts';

export const are_you_sure_you_want_to = (): string => locale() === 'de' ? "Möchtest du diesen Kommentar wirklich löschen?" : "Are you sure you want to delete this comment?";
export const comment = (): string => locale() === 'de' ? "Kommentar" : "Comment";
export const comment_by_author = (values: { author: string | number }): string => locale() === 'de' ? `Kommentar von ${values.author}` : `Comment by ${values.author}`;
export const comments = (): string => locale() === 'de' ? "Kommentare" : "Comments";
export const edit_your_comment = (): string => locale() === 'de' ? "Deinen Kommentar bearbeiten" : "Edit your comment";
export const edited = (): string => locale() === 'de' ? "(bearbeitet)" : "(edited)";
export const hidden = (): string => locale() === 'de' ? "Ausgeblendet" : "Hidden";
export const hide = (): string => locale() === 'de' ? "Ausblenden" : "Hide";
export const its_replies_stay = (): string => locale() === 'de' ? "Die Antworten bleiben." : "Its replies stay.";
export const load_more_comments = (): string => locale() === 'de' ? "Weitere Kommentare" : "Load more comments";
export const loading_comments = (): string => locale() === 'de' ? "Kommentare werden geladen" : "Loading comments";
export const no_comments_yet_be_the_first = (): string => locale() === 'de' ? "Noch keine Kommentare. Schreib den ersten!" : "No comments yet. Be the first to comment!";
export const please_sign_in_to_leave_a = (): string => locale() === 'de' ? "Melde dich an, um zu kommentieren" : "Please sign in to leave a comment";
export const post_comment = (): string => locale() === 'de' ? "Kommentar senden" : "Post Comment";
export const posting = (): string => locale() === 'de' ? "Wird gesendet …" : "Posting...";
export const reply = (): string => locale() === 'de' ? "Antworten" : "Reply";
export const reply_to_author = (values: { author: string | number }): string => locale() === 'de' ? `Auf ${values.author} antworten` : `Reply to ${values.author}`;
export const save = (): string => locale() === 'de' ? "Speichern" : "Save";
export const show = (): string => locale() === 'de' ? "Einblenden" : "Show";
export const show_more_replies = (): string => locale() === 'de' ? "Weitere Antworten" : "Show more replies";
export const this_cant_be_undone = (): string => locale() === 'de' ? "Das lässt sich nicht rückgängig machen." : "This can't be undone.";
export const this_comment = (): string => locale() === 'de' ? "diesen Kommentar" : "this comment";
export const this_comment_was_deleted = (): string => locale() === 'de' ? "Dieser Kommentar wurde gelöscht." : "This comment was deleted.";
export const this_comment_was_hidden = (): string => locale() === 'de' ? "Dieser Kommentar wurde ausgeblendet." : "This comment was hidden.";
export const write_a_comment = (): string => locale() === 'de' ? "Kommentar schreiben" : "Write a comment";
