import { chooseLanguages } from './choose-languages.ts';
import { repeatEarlyPresses } from './early-presses.ts';
import { keepEmail } from './keep-email.ts';
import { loadFonts } from './load-fonts.ts';
import { openLinked } from './open-linked.ts';
import { prefetchPage } from './prefetch.ts';
import { rotateGroups } from './rotate-groups.ts';
import { startOnRequest } from './start-on-request.ts';
import { swapLists } from './swap-lists.ts';
import { switchThemes } from './switch-themes.ts';

// The script of every page, small enough for a first visit. The app doesn't repeat its work.
prefetchPage();
switchThemes();
rotateGroups();
startOnRequest();
swapLists();
chooseLanguages();
loadFonts();
openLinked();
keepEmail();
// Last, once all the others listen.
repeatEarlyPresses();
