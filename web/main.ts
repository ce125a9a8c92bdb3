// Whylight's page.
import { find } from './dom';
import { startReviews } from './views/reviews/reviews';

startReviews(find(document, '#reviews-view', HTMLElement));
