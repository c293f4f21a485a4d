import type pg from 'pg'
import { OutcomeUnknown } from './database-errors.ts'

/** Warnings that the server sends while it commits. */
export interface Warnings {
  /** Throws when a warning came: the transaction is committed here, and perhaps not on the replicas. */
  refuse(): void
  end(): void
}

/**
 * PostgreSQL reports a commit whose wait for the replicas was cancelled as done, with a warning that it may be lost. Class 00 is
 * a plain notice. Any other class counts as that warning.
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
