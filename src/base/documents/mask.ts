import { maskCpf } from './cpf.ts'

/** As an operator sees it: a company's number is public, a person's is not. */
export function maskDocument(document: string): string {
  return document.length === 11 ? maskCpf(document) : document
}
