import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Command } from 'commander'
import { type ImportProgress, importFile, type RefusedLine } from '../areas/transactions/import-file.ts'
import { createIngestion } from '../areas/transactions/ingest-batch.ts'
import { readSettings } from '../platform/config/settings.ts'
import { importSettings } from '../settings.ts'
import { withPool } from './operator.ts'
import { show } from './show.ts'

const PROGRESS_EVERY_MS = 250
const BAR_WIDTH = 30

export function addTransactionCommands(program: Command): void {
  program
    .command('transactions')
    .description('Pix transactions')
    .command('import')
    .description(
      'before a ledger sends them, or in an emergency, by DATABASE_WORKER_URL: take in a file, one JSON record a line; run it again to go on',
    )
    .argument('<file>', 'a file, or - for standard input')
    .action(async function (this: Command, file: string) {
      const bytesTotal = file === '-' ? undefined : (await stat(file)).size
      const bar = openBar(bytesTotal)
      const asJson = this.optsWithGlobals()['json'] === true
      const stream = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 256 * 1024 })
      const {
        lines,
        bytesRead: _,
        ...counts
      } = await withPool(readSettings(importSettings, process.env).DATABASE_WORKER_URL, (db) =>
        importFile(stream, createIngestion(db), `import-${randomUUID()}`, {
          refused: (line) => {
            bar.clear()
            process.stdout.write(`${asJson ? JSON.stringify(asJsonLine(line)) : described(line)}\n`)
          },
          progress: (progress) => bar.draw(progress),
        }),
      )
      bar.end()
      show(this, { lines, ...counts })
      if (counts.refused > 0) process.exitCode = 1
    })
}

/** The line and the rules without values, because a rejected record may contain a name or a document. */
function asJsonLine({ line, transaction_id, errors, first_payment }: RefusedLine) {
  const rules = errors.map(({ pointer, code, detail }) => ({ pointer, code, detail: detail['en-US'] }))
  return { line, ...(transaction_id && { transaction_id }), errors: rules, ...(first_payment && { first_payment }) }
}

function described({ line, transaction_id, errors, first_payment: first }: RefusedLine): string {
  const reasons = errors.map(({ pointer, detail }) => `${pointer.slice(1)} ${detail['en-US']}`.trim()).join('; ')
  const other = first ? ` (${first.transaction_id ?? first.refund_request_id}, recorded ${first.recorded_at})` : ''
  return `line ${line} rejected${transaction_id ? ` (${transaction_id})` : ''}: ${reasons}${other}`
}

/** Progress on standard error: a line that is overwritten in a terminal, or one line every ten seconds elsewhere. */
function openBar(bytesTotal: number | undefined) {
  const terminal = process.stderr.isTTY
  const everyMs = terminal ? PROGRESS_EVERY_MS : 10_000
  const started = performance.now()
  let drawnAt = started
  let last: ImportProgress | undefined

  const write = ({ lines, bytesRead, refused }: ImportProgress) => {
    const share = bytesTotal ? bytesRead / bytesTotal : undefined
    const filled = Math.round((share ?? 0) * BAR_WIDTH)
    const bar =
      share === undefined ? '' : `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${Math.floor(share * 100)} %  `
    const perSecond = Math.round((lines / (performance.now() - started)) * 1000)
    const text = `${bar}${lines.toLocaleString('en-US')} lines, ${perSecond.toLocaleString('en-US')} a second, ${refused} rejected`
    process.stderr.write(terminal ? `\r\x1b[K${text}` : `${text}\n`)
  }
  return {
    clear: () => void (terminal && last && process.stderr.write('\r\x1b[K')),
    draw(progress: ImportProgress) {
      last = progress
      if (performance.now() - drawnAt < everyMs) return
      drawnAt = performance.now()
      write(progress)
    },
    end() {
      if (last) write(last)
      if (terminal) process.stderr.write('\n')
    },
  }
}
