import type { Command } from 'commander'
import { Misunderstood } from './client/error-messages.ts'
import { show } from './show.ts'
import { languageHere } from './terminal-language.ts'

/** A hanging check has been reported, so the exit does not wait for it. */
const LEAVE_MS = 500

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check every dependency of this gateway and print what to do; exit codes: 0 ok, 1 WARN, 2 FAIL')
    .argument('[names...]', 'only what begins with one of these: database, issuer.token')
    .action(async function (this: Command, names: string[]) {
      const [{ examinations }, { createDoctorContext: openGround }, { examineAll, rankOf }, { asRecord, asReport }] =
        await Promise.all([
          import('./doctor/diagnostics.ts'),
          import('./doctor/context.ts'),
          import('./doctor/run-diagnostics.ts'),
          import('./doctor/report.ts'),
        ])
      const chosen = examinations.filter(
        ({ name }) => names.length === 0 || names.some((word) => name.startsWith(word)),
      )
      if (chosen.length === 0)
        throw new Misunderstood(`nothing begins so: choose of ${examinations.map(({ name }) => name).join(', ')}`)
      const language = languageHere()
      const ground = openGround(process.env)
      const examined = await examineAll(chosen, ground, {
        progress: (done, of, looking) => process.stderr.write(`${done}/${of}: ${looking.join(', ')} …\n`),
      })
      const { json, csv } = this.optsWithGlobals<{ json?: boolean; csv?: boolean }>()
      const records = examined.map((one) => asRecord(one, language))
      const rank = rankOf(examined)
      if (json) show(this, { status: (['OK', 'WARN', 'FAIL'] as const)[rank], checks: records })
      else if (csv) show(this, records)
      else process.stdout.write(asReport(examined, language))
      process.exitCode = rank
      setTimeout(() => process.exit(), LEAVE_MS).unref()
      await ground.close()
    })
}
