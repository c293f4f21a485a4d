import { type Scan, type Scanner, ScannerUnavailable } from '../../platform/malware-scan/scanner.ts'
import type { Bytes } from '../../platform/object-storage/object-store.ts'
import { type FileType, rulesOf } from './file-type.ts'
import { createStreamInspector, type InspectedStream } from './stream-inspector.ts'
import type { ScanResult } from './verdict.ts'

/** Inspects a stream in one pass: measures and scans the bytes. */
export interface Inspection {
  /**
   * Passes the bytes through. At the first byte over the limit it calls `tooLarge`, and ends if that does not throw.
   */
  pass(bytes: Bytes, tooLarge: () => void): Bytes
  end(): Promise<{ measured: InspectedStream; scanned: ScanResult | ScannerUnavailable }>
}

export function createInspection(scanner: Scanner | undefined, bytesMax: number): Inspection {
  const meter = createStreamInspector()
  let scan: Scan | undefined
  let failure: ScannerUnavailable | undefined

  return {
    async *pass(bytes, tooLarge) {
      scan = scanner?.open()
      let passed = false
      try {
        for await (const chunk of bytes) {
          meter.take(chunk)
          if (meter.size > bytesMax) {
            tooLarge()
            break
          }
          if (scan && !failure) await scan.write(chunk).catch((error: unknown) => (failure = asUnavailable(error)))
          yield chunk
        }
        passed = true
      } finally {
        // Also when the consumer stopped reading early.
        if (!passed) scan?.abort()
      }
    },
    async end() {
      const measured = await meter.end()
      return { measured, scanned: failure ?? (await verdict(scan)) }
    },
  }
}

async function verdict(scan: Scan | undefined): Promise<ScanResult | ScannerUnavailable> {
  return scan ? scan.end().catch(asUnavailable) : 'not_scanned'
}

function asUnavailable(error: unknown): ScannerUnavailable {
  return error instanceof ScannerUnavailable ? error : new ScannerUnavailable('it failed', error)
}

/** Without a scan result, files for decisions are rejected; other files are stored as if there were no scanner. */
export function scanResult(type: FileType, scanned: ScanResult | ScannerUnavailable): ScanResult {
  if (!(scanned instanceof ScannerUnavailable)) return scanned
  if (rulesOf(type).compliance) throw scanned
  return 'not_scanned'
}
