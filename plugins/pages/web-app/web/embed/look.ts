/**
 * The look of bubbles. It goes into a shadow root as a sheet that is made by script, which a page's CSP allows; `!important`
 * at the host, for what the page says of `div` or `*` loses against that, and only against that.
 */
const css = `
:host{all:initial!important;position:fixed!important;inset:var(--i)!important;z-index:2147483000!important;display:flex!important;flex-direction:var(--d)!important;align-items:var(--a)!important;gap:12px!important;pointer-events:none!important;direction:ltr!important;color-scheme:light dark}
:host([data-inline]){position:static!important;display:block!important;height:100%!important}
*{box-sizing:border-box;font:500 15px/1.5 system-ui,sans-serif}
button{border:0;padding:0;cursor:pointer;pointer-events:auto;border-radius:8px;background:var(--c,#4f46e5);color:var(--k,#fff)}
:focus-visible{outline:3px solid var(--c,#4f46e5);outline-offset:3px}
.bubble{position:relative;width:56px;height:56px;border-radius:50%;box-shadow:0 6px 20px #0004;font-size:26px}
.bubble:hover{filter:brightness(1.1)}
.bubble:empty:before{content:'';display:block;width:26px;height:22px;margin:auto;border-radius:11px 11px 11px 2px;background:currentColor}
img{width:100%;height:100%;border-radius:50%;object-fit:cover}
.bubble[data-news]:after{content:'';position:absolute;inset:0 0 auto auto;width:14px;height:14px;border-radius:50%;background:#e11d48;border:2px solid #fff}
.panel{position:relative;width:min(var(--w,400px),100vw - 40px);height:min(var(--h,640px),100dvh - 108px);border-radius:16px;overflow:hidden;pointer-events:auto;background:Canvas;color:CanvasText;box-shadow:0 12px 48px #0004,0 0 0 1px #8883;display:flex;flex-direction:column;transition:opacity .15s}
.panel[data-shut]{visibility:hidden;opacity:0}
:host([data-inline]) .panel{width:100%;height:100%;border-radius:0;box-shadow:none}
iframe{border:0;flex:1;width:100%;color-scheme:normal}
.wait{position:absolute;inset:0;z-index:1;background:inherit;display:grid;place-content:center;justify-items:center;gap:16px;padding:24px;text-align:center}
.spin{width:28px;height:28px;border-radius:50%;border:3px solid #8884;border-top-color:var(--c,#4f46e5);animation:spin .9s linear infinite}
.again{padding:8px 16px}
[hidden],.bar{display:none}
@keyframes spin{to{rotate:1turn}}
@media(max-width:480px){
:host(:not([data-inline])) .panel{position:fixed;inset:0;width:auto;height:auto;border-radius:0}
:host(:not([data-inline])) .bar:not([hidden]){display:block;z-index:2;align-self:end;margin:4px;width:44px;height:44px;background:none;color:inherit}
.bubble[aria-expanded=true]{visibility:hidden}
}
`;

let sheet: CSSStyleSheet | undefined;

/** One sheet for all bubbles of a page. */
export function look(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}
