/** A command that makes no sense as it was given: nothing was sent. */
export class Misunderstood extends Error {
  override readonly name = 'Misunderstood'
}

/** Who asks is nobody here: what to do about it is in the message. */
export class NobodyHere extends Error {
  override readonly name = 'NobodyHere'
}
