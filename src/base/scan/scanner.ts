/** Looks for malware in bytes as they go by: the seam. */
export interface Scanner {
  open(): Scan
}

export interface Scan {
  /** Hands over bytes; resolves when they have left, for the memory under them may then be used again. */
  write(chunk: Buffer): Promise<void>
  /** The verdict, once all bytes were handed over. */
  end(): Promise<'clean' | 'infected'>
  /** Gives the scan up. */
  abort(): void
}

/** The scanner gave no verdict. Nothing is known about the bytes. */
export class ScannerUnavailable extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`the scanner is unavailable: ${reason}`, { cause })
    this.name = 'ScannerUnavailable'
  }
}
