/** For `onEscapeKeyDown`: the Escape that ends the choice of an input method is not meant for the dialog. */
export const keepWhileComposing = (event: KeyboardEvent) => event.isComposing && event.preventDefault();
