/** A call that makes no sense. */
export class Misuse extends Error {}
