import { defineMessages } from '@eclusa/ui/i18n/language.ts'

export const login = defineMessages({
  'pt-BR': {
    coming: 'Entrando…',
    left: 'Você saiu',
    leftDetail: 'Nenhum dado ficou armazenado neste navegador.',
    enter: 'Entrar',
    failed: 'Não foi possível entrar',
    why: {
      ISSUER_SILENT: 'O provedor de identidade não respondeu. Tente novamente em alguns instantes.',
      NOT_BEGUN_HERE: 'Este login não foi iniciado neste navegador ou já expirou. Comece novamente.',
      NOT_BELIEVED:
        'A resposta do provedor de identidade é inválida. Comece novamente; se o erro persistir, fale com o suporte.',
      REFUSED: 'O provedor de identidade recusou o acesso. Comece novamente ou use outra conta.',
    },
  },
  'en-US': {
    coming: 'Logging in…',
    left: 'You are logged out',
    leftDetail: 'No data is stored in this browser.',
    enter: 'Log in',
    failed: 'Login failed',
    why: {
      ISSUER_SILENT: 'The identity provider did not respond. Try again in a moment.',
      NOT_BEGUN_HERE: 'This login was not started in this browser or has expired. Start again.',
      NOT_BELIEVED:
        'The response of the identity provider is invalid. Start again; if the error persists, contact support.',
      REFUSED: 'The identity provider denied access. Start again or use another account.',
    },
  },
})
