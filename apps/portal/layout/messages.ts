import { defineMessages } from '@eclusa/ui/i18n/language.ts'

export const room = defineMessages({
  'pt-BR': {
    name: 'Portal do desenvolvedor',
    pages: {
      endpoints: 'Endpoints',
      events: 'Eventos',
      deliveries: 'Entregas',
      requests: 'Requisições',
      apiKeys: 'Chaves de API',
    },
    toStart: 'Ir para os endpoints',
    lost: 'Sem conexão com o gateway. Tentando novamente…',
    user: 'Usuário',
    reference: 'Referência da API',
    show: 'Mostrar',
    clear: 'Limpar filtros',
    since: 'Desde',
    until: 'Até',
    filters: 'Filtros',
    every: 'Todos',
  },
  'en-US': {
    name: 'Developer portal',
    pages: {
      endpoints: 'Endpoints',
      events: 'Events',
      deliveries: 'Deliveries',
      requests: 'Requests',
      apiKeys: 'API keys',
    },
    toStart: 'Go to the endpoints',
    lost: 'No connection to the gateway. Trying again…',
    user: 'User',
    reference: 'API reference',
    show: 'Show',
    clear: 'Clear filters',
    since: 'Since',
    until: 'Until',
    filters: 'Filters',
    every: 'All',
  },
})
