// The Worker in which models live.
import 'whylight/worker';
