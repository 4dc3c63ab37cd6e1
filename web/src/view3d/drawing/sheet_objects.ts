// A sheet as objects of three.js: faces, their outline, translucent faces, lines.
import * as THREE from 'three';
import {fineLayer, type Materials, measure} from './shading.ts';
import type {Corners, Sheet} from './sheet.ts';

export function sheetObjects(sheet: Sheet, materials: Materials, open: boolean, outlined: boolean): THREE.Object3D[] {
  const objects: THREE.Object3D[] = [];
  if (sheet.solids.index.length > 0) {
    const geometry = geometryOf(sheet.solids);
    objects.push(new THREE.Mesh(geometry, open ? materials.sheets : materials.faces));
    if (outlined) {
      const outline = new THREE.Mesh(geometry, materials.outline);
      outline.layers.set(fineLayer);
      objects.push(outline);
    }
  }
  if (sheet.glass.index.length > 0) {
    const glass = new THREE.Mesh(geometryOf(sheet.glass), materials.glass);
    glass.renderOrder = 2;
    objects.push(glass);
  }
  if (sheet.lines.positions.length > 0) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(sheet.lines.positions.filled(), 3));
    geometry.setAttribute('ids', new THREE.BufferAttribute(sheet.lines.ids.filled(), 3));
    const lines = new THREE.LineSegments(geometry, materials.lines);
    lines.renderOrder = 1;
    objects.push(lines);
  }
  for (const object of objects) {
    // its corners move in the shader: three.js knows neither where it is nor what a ray hits (Picker does)
    object.frustumCulled = false;
    object.matrixAutoUpdate = false;
    object.raycast = () => {};
    object.onBeforeRender = (renderer, _scene, camera, _geometry, material) =>
      measure(material as THREE.ShaderMaterial, renderer, camera);
  }
  return objects;
}

function geometryOf(corners: Corners): THREE.BufferGeometry {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(corners.positions.filled(), 3));
  geometry.setAttribute('normal', new THREE.BufferAttribute(corners.normals.filled(), 4, true));
  geometry.setAttribute('swell', new THREE.BufferAttribute(corners.swell.filled(), 4, true));
  geometry.setAttribute('ids', new THREE.BufferAttribute(corners.ids.filled(), 3));
  geometry.setIndex(new THREE.BufferAttribute(corners.index.filled(), 1));
  return geometry;
}
