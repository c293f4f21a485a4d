/** Malware scanner interface for streamed bytes. */
export interface Scanner {
  open(): Scan
}

export interface Scan {
  /** Sends bytes. Resolves when they are sent, because their memory may then be reused. */
  write(chunk: Buffer): Promise<void>
  /** The result, once all bytes were sent. */
  end(): Promise<'clean' | 'infected'>
  /** Aborts the scan. */
  abort(): void
}

/** The scanner gave no result. Nothing is known about the bytes. */
export class ScannerUnavailable extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`the scanner is unavailable: ${reason}`, { cause })
    this.name = 'ScannerUnavailable'
  }
}
