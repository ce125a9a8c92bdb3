// Tells visitors what the page keeps of them in this tab, and deletes it.
import { create } from '../dom';
import { strings } from '../strings/strings';
import type { Visits } from './visits';

/** A closed part of the page that looks anew whenever it is opened. */
export function keptPanel(visits: Visits): HTMLElement {
  const panel = create(
    'details',
    'kept-here result-part',
    create('summary', '', strings.kept.heading),
  );
  const says = create('p');
  says.role = 'status';
  const button = create('button', '', strings.kept.delete);
  button.type = 'button';
  panel.addEventListener('toggle', () => {
    const { count } = visits;
    says.textContent = count > 0 ? strings.kept.texts(count) : strings.kept.none;
    button.disabled = count === 0;
  });
  button.addEventListener('click', () => {
    visits.clear();
    button.disabled = true;
    says.textContent = strings.kept.deleted;
  });
  panel.append(says, button);
  return panel;
}
