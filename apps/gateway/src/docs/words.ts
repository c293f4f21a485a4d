import { both } from '../platform/language.ts'

/** Texts of the page layout. */
export const words = {
  title: both('Documentação', 'Documentation'),
  lead: both(
    'Um gateway de pagamentos para o Brasil e para clientes internacionais.',
    'A payments gateway for Brazil and cross-border clients.',
  ),
  reference: both('Referência da API', 'API reference'),
  contract: both('Contrato (OpenAPI)', 'Contract (OpenAPI)'),
  operations: both('Operações', 'Operations'),
  settings: both('Configurações', 'Settings'),
  guides: both('Guias', 'Guides'),
  errors: both('Erros', 'Errors'),
  events: both('Eventos', 'Events'),
  search: both('Procurar nos títulos', 'Search in titles'),
  nothing: both('Nenhum título contém isso.', 'No title holds that.'),
  skip: both('Ir para o texto', 'Go to the text'),
  menu: both('Páginas', 'Pages'),
  copy: both('Copiar', 'Copy'),
  copied: both('Copiado', 'Copied'),
  other: both('English', 'Português'),
  source: both('Este texto em Markdown', 'This text in Markdown'),
}
