/**
 * Keeps React from crashing on pages that the browser translates: translation replaces text nodes with elements, and React fails when a
 * text node is no longer where it was (https://github.com/facebook/react/issues/11538). Nodes that are already gone aren't removed again,
 * and a node is inserted last if the one after it is gone.
 */
export function tolerateTranslation() {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    return child.parentNode === this ? (removeChild.call(this, child) as Child) : child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    return insertBefore.call(this, child, next?.parentNode === this ? next : null) as Child;
  };
}
