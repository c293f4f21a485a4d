import { entriesMasked } from '../../../desk/journal/entries-about.ts'
import { masked } from '../../../desk/masked.ts'
import { withMaskedParties } from '../../transactions/desk/contested-transaction.ts'
import type { ReadInfraction } from './infraction-case.ts'
import { shownInfraction } from './infraction-record.ts'

/** The case as whoever looks may see it: masked, or as it is for who has said why. */
export function shownCase({ infraction, transaction, files, journal, ...rest }: ReadInfraction, revealed: boolean) {
  return {
    ...rest,
    revealed,
    journal: revealed ? journal : entriesMasked(journal),
    infraction: shownInfraction(infraction, revealed),
    transaction: (transaction && (revealed ? transaction : withMaskedParties(transaction))) ?? null,
    // What a file is called is up to who sent it, and is often a name.
    files: revealed ? files : files.map((file) => ({ ...file, file_name: masked.hidden(file.file_name) })),
  }
}
