/** Brazilian notations of numbers that a person compares with a document. A masked number keeps its mask. */

/** CPF 987.642.001-16, CNPJ 12.ABC.345/01DE-35. Anything else is returned unchanged. */
export function taxId(value: string): string {
  if (/^[\d*]{11}$/.test(value)) return value.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4')
  if (/^[\dA-Z]{12}\d{2}$/.test(value)) return value.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')
  return value
}

/** CEP 50030-230. */
export const postalCode = (value: string) => value.replace(/^(\d{5})(\d{3})$/, '$1-$2')
