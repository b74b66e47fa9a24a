// Signing in with a passkey: offered where the browser knows them.
const form = document.getElementById("mfa_login");
if (form && window.PublicKeyCredential && window.allauth) {
  window.allauth.webauthn.forms.loginForm({ ids: { login: "passkey_login", credential: "mfa_credential" } });
  form.hidden = false;
}
