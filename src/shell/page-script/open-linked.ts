/**
 * Part of the script in `<head>`: opens the collapsed part that the page's address leads to as soon as it has arrived. If it were opened
 * after it is painted, the content below would shift. `:target` doesn't match while the page loads.
 */
export const openArriving = `if(location.hash){let o=new MutationObserver(()=>{let p=document.getElementById(location.hash.slice(1));if(p){if(p.localName==='details')p.open=true;o.disconnect()}});o.observe(document,{childList:true,subtree:true});addEventListener('DOMContentLoaded',()=>o.disconnect())}`;

/** A link within the page to a collapsed part also opens it. */
export function openLinked() {
  addEventListener('hashchange', () => {
    const part = document.getElementById(location.hash.slice(1));
    if (part instanceof HTMLDetailsElement) part.open = true;
  });
}
