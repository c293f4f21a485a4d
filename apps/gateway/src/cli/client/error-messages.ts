/** An invalid command: nothing was sent. */
export class Misunderstood extends Error {
  override readonly name = 'Misunderstood'
}

/** A missing or rejected login. The message contains the next step. */
export class NobodyHere extends Error {
  override readonly name = 'NobodyHere'
}
