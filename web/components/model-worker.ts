// Models compute here, so that typing never waits for them.
import 'whylight/worker';
