// The shaders of the drawing: calm light from above the viewer's left shoulder, thin creases, an outline of constant width around
// every part. Corners are moved by the frame of their slot, and look as the state of their element says.
import * as THREE from 'three';
import {Paint} from './paint.ts';

/** What an element looks like; written to the texture of states. */
export const State = {normal: 0, hovered: 1, selected: 2, highlighted: 3, dimmed: 4, inactive: 5, hidden: 6} as const;

const STATES_PER_ROW = 1024;

export function statesTexture(elements: number): {texture: THREE.DataTexture; bytes: Uint8Array} {
  const height = Math.max(1, Math.ceil(elements / STATES_PER_ROW));
  const bytes = new Uint8Array(STATES_PER_ROW * height);
  const texture = new THREE.DataTexture(bytes, STATES_PER_ROW, height, THREE.RedFormat, THREE.UnsignedByteType);
  texture.needsUpdate = true;
  return {texture, bytes};
}

// What may be discarded is not dropped before it is shaded, so only a cut drawing asks for it.
const cutAway = `
#ifdef CUT
  if (beyond > 0.0) discard;
#endif`;

const common = `
uniform sampler2D slots;
uniform sampler2D states;
uniform sampler2D palette;
uniform float unit;
uniform vec2 pixels;
uniform float ratio;
#ifdef CUT
uniform vec4 cut;
varying float beyond;
#endif
attribute vec3 ids;
flat varying vec3 base;
flat varying float state;
vec4 row0, row1, row2;

void look() {
  int slot = int(ids.x + 0.5);
  int element = int(ids.y + 0.5);
  ivec2 at = ivec2(3 * (slot % 256), slot / 256);
  row0 = texelFetch(slots, at, 0);
  row1 = texelFetch(slots, at + ivec2(1, 0), 0);
  row2 = texelFetch(slots, at + ivec2(2, 0), 0);
  state = floor(255.0 * texelFetch(states, ivec2(element % ${STATES_PER_ROW}, element / ${STATES_PER_ROW}), 0).r + 0.5);
  base = texelFetch(palette, ivec2(int(ids.z + 0.5), 0), 0).rgb;
}

// The place seen from the camera, moved towards it by a part of the unit.
vec4 placed(float towards) {
  vec4 p = vec4(position, 1.0);
  vec4 world = modelMatrix * vec4(dot(row0, p), dot(row1, p), dot(row2, p), 1.0);
#ifdef CUT
  beyond = dot(cut.xyz, world.xyz) - cut.w;
#endif
  vec4 seen = viewMatrix * world;
  seen.z += towards * unit;
  return seen;
}

vec3 turned(vec3 n) {
  vec3 c0 = vec3(row0.x, row1.x, row2.x);
  vec3 c1 = vec3(row0.y, row1.y, row2.y);
  vec3 c2 = vec3(row0.z, row1.z, row2.z);
  vec3 world = c0 * n.x / dot(c0, c0) + c1 * n.y / dot(c1, c1) + c2 * n.z / dot(c2, c2);
  return normalize((viewMatrix * modelMatrix * vec4(world, 0.0)).xyz);
}

// 1 where joint hardware is large on the screen, less where it is so small that lines would cover it
float nearness(vec4 clip) {
  return clamp(unit * projectionMatrix[1][1] * 0.5 * pixels.y / (clip.w * 5.0 * ratio), 0.0, 1.0);
}

vec4 shown(vec4 clip) {
  // marks of the center of mass are seen through the body
  if (abs(ids.z - ${((Paint.massDark + Paint.massLight) / 2).toFixed(1)}) < 0.75) clip.z = 0.02 * clip.z - 0.98 * clip.w;
  return state > 5.5 ? vec4(2.0, 2.0, 2.0, 1.0) : clip;
}
`;

// How a state changes a color.
const stateColor = `
uniform sampler2D palette;
#ifdef CUT
varying float beyond;
#endif
flat varying vec3 base;
flat varying float state;
vec3 of(int paint) { return texelFetch(palette, ivec2(paint, 0), 0).rgb; }
vec3 inState(vec3 color) {
  if (state < 0.5) return color;
  if (state < 1.5) return mix(color, of(${Paint.accent}), 0.18);
  if (state < 2.5) return mix(color, of(${Paint.accent}), 0.38);
  if (state < 3.5) return mix(color, of(${Paint.alarm}), 0.62);
  return mix(color, of(${Paint.background}), state < 4.5 ? 0.55 : 0.72);
}
`;

const facesVertex = `${common}
varying vec3 normalSeen;
varying vec3 toEye;
void main() {
  look();
  vec4 seen = placed(0.0);
  normalSeen = turned(normal);
  toEye = -seen.xyz;
  gl_Position = shown(projectionMatrix * seen);
}`;

const facesFragment = `${stateColor}
uniform float opacity;
uniform float perspective;
varying vec3 normalSeen;
varying vec3 toEye;
void main() {
${cutAway}
  vec3 n = normalize(normalSeen) * (gl_FrontFacing ? 1.0 : -1.0);
  vec3 key = normalize(vec3(-0.45, 0.75, 0.65));
  float lit = 0.5 + 0.5 * dot(n, key);
  float shade = mix(0.60, 1.05, smoothstep(0.05, 0.95, lit)) + 0.05 * n.z;
  vec3 eye = perspective > 0.5 ? normalize(toEye) : vec3(0.0, 0.0, 1.0);
  float gloss = 0.10 * pow(max(dot(n, normalize(key + eye)), 0.0), 36.0);
  gl_FragColor = vec4(inState(base * shade + gloss), opacity);
}`;

const linesVertex = `${common}
varying float strength;
void main() {
  look();
  vec4 clip = projectionMatrix * placed(0.08);
  strength = nearness(clip);
  gl_Position = shown(clip);
}`;

const linesFragment = `${stateColor}
uniform float opacity;
varying float strength;
void main() {
${cutAway}
  gl_FragColor = vec4(inState(base), opacity * strength);
}`;

const outlineVertex = `${common}
attribute vec3 swell;
void main() {
  look();
  vec4 clip = projectionMatrix * placed(-0.08);
  vec2 out2 = (projectionMatrix * vec4(turned(swell), 0.0)).xy * pixels;
  float width = state < 0.5 ? 1.1 * nearness(clip) : state < 1.5 ? 2.5 : state < 2.5 ? 3.5 : state < 3.5 ? 4.5 : 0.9;
  float size = length(out2);
  if (size > 1e-6) clip.xy += out2 / size * width * ratio * 2.0 / pixels * clip.w;
  gl_Position = shown(clip);
}`;

const outlineFragment = `
uniform sampler2D palette;
#ifdef CUT
varying float beyond;
#endif
flat varying vec3 base;
flat varying float state;
vec3 of(int paint) { return texelFetch(palette, ivec2(paint, 0), 0).rgb; }
void main() {
${cutAway}
  vec3 color = mix(base * 0.4, of(${Paint.outline}), 0.4);
  if (state > 0.5 && state < 2.5) color = of(${Paint.accent});
  else if (state > 2.5 && state < 3.5) color = of(${Paint.alarm});
  else if (state > 3.5) color = mix(color, of(${Paint.background}), 0.6);
  gl_FragColor = vec4(color, 1.0);
}`;

export interface Textures {
  slots: THREE.Texture;
  states: THREE.Texture;
  palette: THREE.Texture;
}

export interface Materials {
  faces: THREE.ShaderMaterial;
  /** For surfaces that need not be closed: files, glass. */
  sheets: THREE.ShaderMaterial;
  glass: THREE.ShaderMaterial;
  lines: THREE.ShaderMaterial;
  outline: THREE.ShaderMaterial;
}

/** `unit`: radius of joint hardware. */
export function materials(textures: Textures, unit: number, ghost: boolean): Materials {
  const shared = {
    slots: {value: textures.slots},
    states: {value: textures.states},
    palette: {value: textures.palette},
    unit: {value: unit},
    perspective: {value: 1},
    pixels: {value: new THREE.Vector2(1, 1)},
    ratio: {value: 1},
    cut: {value: new THREE.Vector4(0, 0, 0, 1)},
  };
  const make = (vertexShader: string, fragmentShader: string, opacity: number, rest: THREE.ShaderMaterialParameters) =>
    new THREE.ShaderMaterial({
      uniforms: {...shared, opacity: {value: opacity}},
      defines: {},
      vertexShader,
      fragmentShader,
      transparent: opacity < 1,
      ...rest,
    });
  const thin = {side: THREE.DoubleSide, depthWrite: false};
  // Where a ghost lies in the run on show it is not seen.
  const behind = ghost ? {polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 8} : {};
  return {
    faces: make(facesVertex, facesFragment, ghost ? 0.28 : 1, behind),
    sheets: make(facesVertex, facesFragment, ghost ? 0.28 : 1, {...behind, side: THREE.DoubleSide}),
    glass: make(facesVertex, facesFragment, ghost ? 0.1 : 0.3, thin),
    lines: make(linesVertex, linesFragment, ghost ? 0.5 : 0.75, {depthWrite: false}),
    outline: make(outlineVertex, outlineFragment, 1, {side: THREE.BackSide}),
  };
}

/** Of what is drawn in pictures at rest only, where pictures are slow (controls/stage.ts). */
export const fineLayer = 1;

/** Only what lies where normal . x <= distance is drawn; null: all. */
export function cutAt(materials: Materials, plane: {normal: THREE.Vector3; distance: number} | null): void {
  for (const material of Object.values(materials) as THREE.ShaderMaterial[]) {
    // One vector for all of them.
    if (plane) material.uniforms.cut!.value.set(...plane.normal.toArray(), plane.distance);
    if (plane && !material.defines.CUT) material.defines.CUT = 1;
    else if (!plane && material.defines.CUT) delete material.defines.CUT;
    else continue;
    material.needsUpdate = true;
  }
}

const view = new THREE.Vector4();

/** Before each picture: what the shaders must know of the canvas and the camera. */
export function measure(material: THREE.ShaderMaterial, renderer: THREE.WebGLRenderer, camera: THREE.Camera): void {
  renderer.getCurrentViewport(view);
  material.uniforms.pixels!.value.set(view.z, view.w);
  material.uniforms.ratio!.value = renderer.getPixelRatio();
  material.uniforms.perspective!.value = (camera as THREE.PerspectiveCamera).isPerspectiveCamera ? 1 : 0;
  material.uniformsNeedUpdate = true;
}
