// The language of the page: as the visitor chose it, or else the first of the browser's that the page speaks.
import { create } from '../dom';
import { firstSpoken, languages, speak, spoken, strings } from '../strings/strings';

const key = 'whylight-language';
// In the address, for links and for browsers that keep nothing.
const parameter = 'lang';

/** Speaks the visitor's language; English where it does not arrive. */
export async function speakVisitorsLanguage(): Promise<void> {
  const asked = new URLSearchParams(location.search).get(parameter);
  const wanted = firstSpoken([asked ?? '', kept() ?? '', ...navigator.languages]) ?? 'en';
  await speak(wanted).catch(() => {});
  document.documentElement.lang = spoken;
}

/** Offers the languages in `place`. Another is spoken after the page is loaded anew. */
export function offerLanguages(place: HTMLElement): void {
  const select = create('select');
  select.ariaLabel = strings.page.language;
  for (const [tag, { name }] of Object.entries(languages)) {
    const option = new Option(name, tag, tag === spoken, tag === spoken);
    option.lang = tag;
    select.append(option);
  }
  select.addEventListener('change', () => speakFromNowOn(select.value));
  place.replaceChildren(select);
}

function speakFromNowOn(language: string): void {
  const address = new URL(location.href);
  if (keep(language)) address.searchParams.delete(parameter);
  else address.searchParams.set(parameter, language);
  history.replaceState(history.state, '', address);
  location.reload();
}

// In private windows, or where it is switched off, a browser may refuse to keep anything.
function kept(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(language: string): boolean {
  try {
    localStorage.setItem(key, language);
    return true;
  } catch {
    return false;
  }
}
