/** For `onEscapeKeyDown`: an Escape that closes the input method's suggestions isn't meant for the dialog. */
export const keepWhileComposing = (event: KeyboardEvent) => event.isComposing && event.preventDefault();
