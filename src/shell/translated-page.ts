/**
 * Keeps pages alive that the browser translates: it replaces text by elements of its own, and React fails at a text that is no longer where
 * it was put (https://github.com/facebook/react/issues/11538). What is gone already need not be removed, and what should come before it comes last.
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
