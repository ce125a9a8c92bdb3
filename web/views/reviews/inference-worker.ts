// The model computes here, so that typing never waits for it.
import 'whylight/worker';
