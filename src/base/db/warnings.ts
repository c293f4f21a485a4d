import type pg from 'pg'
import { OutcomeUnknown } from './outcome.ts'

/** What a server says of a commit while it is made. */
export interface Warnings {
  /** Throws where one was heard: it committed here, and perhaps not there. */
  refuse(): void
  end(): void
}

/**
 * A commit whose wait for the replicas was cancelled is answered as done, and a warning beside it says that it may be lost. Class
 * 00 is a mere notice; anything else is heard as that.
 */
export function hearWarnings(client: pg.ClientBase): Warnings {
  let warning: pg.DatabaseError | undefined
  const hear = (notice: unknown) => {
    if ((notice as pg.DatabaseError).code !== '00000') warning = notice as pg.DatabaseError
  }
  client.on('notice', hear)
  return {
    refuse() {
      if (warning) throw new OutcomeUnknown(warning.message ?? 'the commit answered with a warning')
    },
    end: () => void client.off('notice', hear),
  }
}
