import { words } from '../../desk/words/language.ts'

export const room = words({
  'pt-BR': {
    name: 'Integração',
    pages: {
      endpoints: 'Endpoints',
      events: 'Eventos',
      deliveries: 'Entregas',
      requests: 'Requisições',
      apiKeys: 'Chaves',
    },
    toStart: 'Ir para os endpoints',
    lost: 'Sem conexão com o gateway. Tentando de novo…',
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
    name: 'Integration',
    pages: {
      endpoints: 'Endpoints',
      events: 'Events',
      deliveries: 'Deliveries',
      requests: 'Requests',
      apiKeys: 'Keys',
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
