import { entriesMasked } from '../../../backoffice/audit-log/entries-about.ts'
import { masked } from '../../../backoffice/masked.ts'
import { withMaskedParties } from '../../transactions/backoffice/contested-transaction.ts'
import type { ReadInfraction } from './infraction-case.ts'
import { shownInfraction } from './infraction-record.ts'

/** The case in its masked form, or revealed to a user who gave a reason. */
export function shownCase({ infraction, transaction, files, journal, ...rest }: ReadInfraction, revealed: boolean) {
  return {
    ...rest,
    revealed,
    journal: revealed ? journal : entriesMasked(journal),
    infraction: shownInfraction(infraction, revealed),
    transaction: (transaction && (revealed ? transaction : withMaskedParties(transaction))) ?? null,
    // The sender chooses the file name, and it often contains a person's name.
    files: revealed ? files : files.map((file) => ({ ...file, file_name: masked.hidden(file.file_name) })),
  }
}
